/**
 * Eight Sleep's cloud in one process: logins and refreshes in JSON, the profile, days and nights.
 * Its interface is not published; what it does is what open clients of the app have met.
 */
package io.tributary.simulators.eightsleep;
