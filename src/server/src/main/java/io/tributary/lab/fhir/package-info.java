/**
 * Laboratory orders and results as FHIR R4, made when read from what lab.order and lab.result
 * store. Owns no table; answers {@code lab_fhir.query}.
 */
package io.tributary.lab.fhir;
