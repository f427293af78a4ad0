package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.Guarantor;
import io.tributary.lab.protocol.LabOrder.Patient;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.PersonName;
import java.util.Optional;

/** Writes the Patient, Practitioner and Organization resources of an order. */
final class PeopleWriter {
  private final FhirProfile profile;
  private final TransactionBundle out;

  PeopleWriter(FhirProfile profile, TransactionBundle out) {
    this.profile = profile;
    this.out = out;
  }

  /**
   * Writes the patient and returns its reference. Uses a conditional update, because the newest
   * patient data replaces older data.
   */
  String writePatient(LabOrder order, Optional<String> organisation) {
    Patient p = order.patient();
    ObjectNode r = FhirJsonBuilder.resource("Patient");
    extension(r, "race", race(p.race()));
    extension(r, "ethnicity", ethnicity(p.ethnicity()));
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier("PI", profile.patientSystem(), p.id()));
    FhirJsonBuilder.add(r, "name", FhirJsonBuilder.name(p.name()));
    FhirJsonBuilder.add(r, "telecom", FhirJsonBuilder.telecom("phone", p.phone()));
    FhirJsonBuilder.add(r, "telecom", FhirJsonBuilder.telecom("email", p.email()));
    r.put("gender", FhirJsonBuilder.gender(p.sex()));
    r.put("birthDate", p.birthDate().toString());
    FhirJsonBuilder.add(r, "address", FhirJsonBuilder.address(p.address()));
    order.guarantor().ifPresent(g -> FhirJsonBuilder.add(r, "contact", contact(g)));
    organisation.ifPresent(o -> r.set("managingOrganization", FhirJsonBuilder.reference(o)));
    return out.createOrReplace(r, profile.patientSystem(), p.id());
  }

  private static ObjectNode contact(Guarantor g) {
    ObjectNode c = Json.object();
    String relation =
        switch (g.relation()) {
          case SELF -> "guarantor";
          case SPOUSE -> "guarantor, spouse";
          case OTHER -> "guarantor, other";
        };
    FhirJsonBuilder.add(c, "relationship", FhirJsonBuilder.text(relation));
    FhirJsonBuilder.put(c, "name", FhirJsonBuilder.name(g.name()));
    FhirJsonBuilder.add(c, "telecom", FhirJsonBuilder.telecom("phone", g.phone()));
    return FhirJsonBuilder.put(c, "address", FhirJsonBuilder.address(g.address()));
  }

  /** Returns empty if the physician has no NPI, because the resource could not be identified. */
  Optional<String> writePhysician(Physician p) {
    if (p.npi().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = FhirJsonBuilder.resource("Practitioner");
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier("NPI", CodeSystems.NPI, p.npi()));
    FhirJsonBuilder.add(r, "name", FhirJsonBuilder.name(p.name()));
    return Optional.of(out.createIfAbsent(r, CodeSystems.NPI, p.npi()));
  }

  /** Returns empty if we have no account number at the laboratory. */
  Optional<String> writeOrganization(LabOrder order) {
    if (order.accountNumber().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = FhirJsonBuilder.resource("Organization");
    FhirJsonBuilder.add(
        r,
        "identifier",
        FhirJsonBuilder.identifier("AN", profile.accountSystem(), order.accountNumber()));
    FhirJsonBuilder.put(r, "name", order.organization().name());
    FhirJsonBuilder.add(
        r, "telecom", FhirJsonBuilder.telecom("phone", order.organization().phone()));
    FhirJsonBuilder.add(r, "address", FhirJsonBuilder.address(order.organization().address()));
    return Optional.of(out.createIfAbsent(r, profile.accountSystem(), order.accountNumber()));
  }

  /** Formats a name on one line; empty if the name is empty. */
  static String fullName(PersonName name) {
    return (name.given() + " " + name.family()).strip();
  }

  private static void extension(ObjectNode patient, String name, ObjectNode category) {
    if (category.isEmpty()) {
      return;
    }
    ObjectNode whole = Json.object().put("url", CodeSystems.US_CORE + "us-core-" + name);
    if (category.has("code")) {
      ObjectNode code = Json.object().put("url", "ombCategory");
      code.set("valueCoding", category);
      FhirJsonBuilder.add(whole, "extension", code);
    }
    String words = category.path("display").asText();
    FhirJsonBuilder.add(
        whole, "extension", Json.object().put("url", "text").put("valueString", words));
    FhirJsonBuilder.add(patient, "extension", whole);
  }

  private static ObjectNode race(String race) {
    return switch (race) {
      case "african_american_or_black" -> cdcCoding("2054-5", "Black or African American");
      case "asian" -> cdcCoding("2028-9", "Asian");
      case "indigenous_native_american_alaska_native" ->
          cdcCoding("1002-5", "American Indian or Alaska Native");
      case "pacific_islander_or_hawaiian" ->
          cdcCoding("2076-8", "Native Hawaiian or Other Pacific Islander");
      case "white_caucasian" -> cdcCoding("2106-3", "White");
      case "other" -> FhirJsonBuilder.put(Json.object(), "display", "Other Race");
      default -> Json.object();
    };
  }

  private static ObjectNode ethnicity(String ethnicity) {
    return switch (ethnicity) {
      case "hispanic" -> cdcCoding("2135-2", "Hispanic or Latino");
      case "non_hispanic", "ashkenazi_jewish" -> cdcCoding("2186-5", "Not Hispanic or Latino");
      default -> Json.object();
    };
  }

  private static ObjectNode cdcCoding(String code, String display) {
    return FhirJsonBuilder.coding(CodeSystems.RACE, code, display);
  }
}
