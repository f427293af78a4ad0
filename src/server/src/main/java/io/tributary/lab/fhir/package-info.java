/**
 * FHIR R4 representation of laboratory orders and results. Resources are built on each read from
 * the data of {@code lab.order} and {@code lab.result}.
 *
 * <p>Owns no table; serves the bus address {@code lab_fhir.query}. {@link
 * io.tributary.lab.fhir.LabPages} selects the resources, and one class per resource type builds
 * them.
 *
 * <p>Start with {@link io.tributary.lab.fhir.LabReader}.
 */
package io.tributary.lab.fhir;
