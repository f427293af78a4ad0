/**
 * What goes to a laboratory and what comes back, as values that no wire format shows through:
 * orders and reports. Owns no table, address or event.
 */
package io.tributary.lab.protocol;
