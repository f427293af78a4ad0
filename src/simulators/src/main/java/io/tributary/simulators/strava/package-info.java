/**
 * The Strava cloud, API v3: activities, their streams, the athlete, and one unsigned subscription
 * per application. Owns no table, address or event.
 */
package io.tributary.simulators.strava;
