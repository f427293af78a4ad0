package io.tributary.fhir;

/** Code with its system. */
public record Code(String system, String code) {}
