/**
 * The Google Health API, v4, as far as tests and sandboxes need it: Google's consent and tokens,
 * data points with filters and pages, roll-ups, subscribers of a project behind a service account.
 * Owns no table, address or event.
 */
package io.tributary.simulators.googlehealth;
