/**
 * Simulates the Strava cloud, API v3: activities, their streams, the athlete, and one unsigned
 * subscription per application. The package owns no tables, addresses or events. Start with {@link
 * io.tributary.simulators.strava.StravaVendor}.
 */
package io.tributary.simulators.strava;
