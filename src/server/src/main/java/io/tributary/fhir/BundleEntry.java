package io.tributary.fhir;

/**
 * A resource of a searchset.
 *
 * @param included whether it comes along with a match, and is none itself
 * @param fields of the resource
 */
public record BundleEntry(String type, String id, boolean included, FhirJson.Body fields) {}
