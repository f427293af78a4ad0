/**
 * The Withings cloud: calls by form and action, errors inside of good answers, unsigned notices per
 * person and kind. Owns no table, address or event.
 */
package io.tributary.simulators.withings;
