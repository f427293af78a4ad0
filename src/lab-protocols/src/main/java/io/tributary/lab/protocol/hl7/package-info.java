/**
 * HL7 v2.5.1: orders written as OML^O21 or ORM^O01, reports read from ORU^R01 of 2.3 and later,
 * acknowledgements both ways. Pure: bytes in, values out. Owns no table, address or event.
 */
package io.tributary.lab.protocol.hl7;
