// The documented answers of the four providers, about one invented person at acme.test.

export const PROSPEO_PERSON = {
  error: false,
  free_enrichment: false,
  person: {
    person_id: 'aaaacd817619fba3d254cd64',
    first_name: 'Ada',
    last_name: 'Lovelace',
    full_name: 'Ada Lovelace',
    linkedin_url: 'https://www.linkedin.com/in/ada-lovelace',
    current_job_title: 'VP of Engineering',
    current_job_key: null,
    headline: 'Engines',
    job_history: [
      { title: 'Analyst', company_name: 'Old', current: false, seniority: 'Senior' },
      { title: 'VP of Engineering', company_name: 'Acme', current: true, seniority: 'Vice President' },
    ],
    mobile: { status: 'VERIFIED', revealed: false, mobile: '+1 415-***-****' },
    email: { status: 'VERIFIED', revealed: true, email: 'ada@acme.test', email_mx_provider: 'Google' },
    location: { country: 'United States' },
    skills: [],
  },
  company: {
    company_id: 'c1',
    name: 'Acme',
    website: 'https://acme.test',
    industry: 'Software Development',
    employee_count: 420,
    employee_range: '201-500',
    linkedin_url: 'https://www.linkedin.com/company/acme',
  },
};

export const HUNTER_EMAIL = {
  data: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@acme.test',
    score: 97,
    domain: 'acme.test',
    accept_all: false,
    position: 'VP of Engineering',
    twitter: null,
    linkedin_url: null,
    phone_number: null,
    company: 'Acme',
    sources: [],
    verification: { date: '2026-01-01', status: 'valid' },
  },
  meta: { params: { domain: 'acme.test' } },
};

export const HUNTER_COMPANY = {
  id: 'c1',
  name: 'Acme',
  legalName: 'Acme Inc.',
  domain: 'acme.test',
  category: { sector: 'Information Technology', industry: 'Internet Software & Services' },
  metrics: { alexaUsRank: null, trafficRank: 'very_high', employees: '251-1K', marketCap: null },
  linkedin: { handle: 'company/acme' },
};

export const HUNTER_PERSON = {
  id: 'p1',
  name: { fullName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
  email: 'ada@acme.test',
  employment: {
    domain: 'acme.test',
    name: 'Acme',
    title: 'VP of Engineering',
    role: 'engineering',
    seniority: 'executive',
  },
  linkedin: { handle: 'ada-lovelace' },
  phone: null,
};

export const APOLLO_PERSON = {
  person: {
    id: '64a7ff0cc4dfae00013df1a5',
    first_name: 'Ada',
    last_name: 'Lovelace',
    name: 'Ada Lovelace',
    linkedin_url: 'http://www.linkedin.com/in/ada-lovelace',
    title: 'VP of Engineering',
    email_status: 'verified',
    email: 'ada@acme.test',
    extrapolated_email_confidence: null,
    seniority: 'vp',
    contact: { phone_numbers: [{ raw_number: '+1 415-555-0100', sanitized_number: '+14155550100', type: 'mobile' }] },
    organization: {
      id: 'o1',
      name: 'Acme',
      website_url: 'http://www.acme.test',
      linkedin_url: 'http://www.linkedin.com/company/acme',
      primary_domain: 'acme.test',
      industry: 'information technology & services',
      estimated_num_employees: 410,
    },
  },
};

export const PDL_PERSON = {
  status: 200,
  likelihood: 9,
  data: {
    id: 'qEnOZ5Oh0poWnQ1luFBfVw_0000',
    full_name: 'Ada Lovelace',
    work_email: 'ada@acme.test',
    mobile_phone: '+14155550100',
    phone_numbers: ['+14155550100'],
    job_title: 'Vp of Engineering',
    job_title_levels: ['vp'],
    linkedin_url: 'linkedin.com/in/ada-lovelace',
    job_company_name: 'Acme',
    job_company_employee_count: 405,
    job_company_size: '201-500',
    job_company_industry: 'Computer Software',
  },
};
