package io.tributary.fhir;

/** A code of a system. */
public record Code(String system, String code) {}
