/**
 * A user's data as FHIR R4: observations in pages, the patient, and what the service can do. Owns
 * no table; answers {@code fhir.query}.
 */
package io.tributary.fhir;
