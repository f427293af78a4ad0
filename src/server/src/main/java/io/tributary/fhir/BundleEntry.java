package io.tributary.fhir;

/**
 * Entry of a searchset bundle.
 *
 * @param included whether the entry accompanies a match instead of being one
 * @param fields writes the fields of the resource
 */
public record BundleEntry(String type, String id, boolean included, FhirJson.FieldsWriter fields) {}
