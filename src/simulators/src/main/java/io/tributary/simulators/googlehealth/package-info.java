/**
 * Simulates the Google Health API v4 as far as tests and sandboxes need it. It covers Google's
 * consent and tokens, data points with filters and pages, roll-ups, and subscribers of a project
 * with a service account. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.googlehealth.GoogleHealthVendor}.
 */
package io.tributary.simulators.googlehealth;
