/**
 * Read-only FHIR R4 API over a user's data.
 *
 * <p>Serves {@code fhir.query} and owns no tables. It offers observations in pages, the patient,
 * the CapabilityStatement and the service's code system. Samples and summaries are mapped to
 * observations when they are read; other features add observations through {@link
 * ObservationSource}.
 *
 * <p>Start with {@link FhirReadService}.
 */
package io.tributary.fhir;
