/**
 * FHIR R4 as laboratories speak it: orders are written, reports and answers are read, from and to
 * the values that no wire format shows through. Owns no table, address or event.
 */
package io.tributary.lab.protocol.fhir;
