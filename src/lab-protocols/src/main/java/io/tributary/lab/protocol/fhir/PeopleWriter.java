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
  String patient(LabOrder order, Optional<String> organisation) {
    Patient p = order.patient();
    ObjectNode r = FhirJsonBuilder.resource("Patient");
    extension(r, "race", race(p.race()));
    extension(r, "ethnicity", ethnicity(p.ethnicity()));
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier("PI", profile.patients(), p.id()));
    FhirJsonBuilder.add(r, "name", FhirJsonBuilder.name(p.name()));
    FhirJsonBuilder.add(r, "telecom", FhirJsonBuilder.telecom("phone", p.phone()));
    FhirJsonBuilder.add(r, "telecom", FhirJsonBuilder.telecom("email", p.email()));
    r.put("gender", FhirJsonBuilder.sex(p.sex()));
    r.put("birthDate", p.birthDate().toString());
    FhirJsonBuilder.add(r, "address", FhirJsonBuilder.place(p.address()));
    order.guarantor().ifPresent(g -> FhirJsonBuilder.add(r, "contact", contact(g)));
    organisation.ifPresent(o -> r.set("managingOrganization", FhirJsonBuilder.reference(o)));
    return out.over(r, profile.patients(), p.id());
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
    return FhirJsonBuilder.put(c, "address", FhirJsonBuilder.place(g.address()));
  }

  /** Returns empty if the physician has no NPI, because the resource could not be identified. */
  Optional<String> physician(Physician p) {
    if (p.npi().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = FhirJsonBuilder.resource("Practitioner");
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier("NPI", CodeSystems.NPI, p.npi()));
    FhirJsonBuilder.add(r, "name", FhirJsonBuilder.name(p.name()));
    return Optional.of(out.once(r, CodeSystems.NPI, p.npi()));
  }

  /** Returns empty if we have no account number at the laboratory. */
  Optional<String> organisation(LabOrder order) {
    if (order.accountNumber().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = FhirJsonBuilder.resource("Organization");
    FhirJsonBuilder.add(
        r,
        "identifier",
        FhirJsonBuilder.identifier("AN", profile.accounts(), order.accountNumber()));
    FhirJsonBuilder.put(r, "name", order.organisation().name());
    FhirJsonBuilder.add(
        r, "telecom", FhirJsonBuilder.telecom("phone", order.organisation().phone()));
    FhirJsonBuilder.add(r, "address", FhirJsonBuilder.place(order.organisation().address()));
    return Optional.of(out.once(r, profile.accounts(), order.accountNumber()));
  }

  /** Formats a name on one line; empty if the name is empty. */
  static String oneLine(PersonName name) {
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
      case "african_american_or_black" -> cdc("2054-5", "Black or African American");
      case "asian" -> cdc("2028-9", "Asian");
      case "indigenous_native_american_alaska_native" ->
          cdc("1002-5", "American Indian or Alaska Native");
      case "pacific_islander_or_hawaiian" ->
          cdc("2076-8", "Native Hawaiian or Other Pacific Islander");
      case "white_caucasian" -> cdc("2106-3", "White");
      case "other" -> FhirJsonBuilder.put(Json.object(), "display", "Other Race");
      default -> Json.object();
    };
  }

  private static ObjectNode ethnicity(String ethnicity) {
    return switch (ethnicity) {
      case "hispanic" -> cdc("2135-2", "Hispanic or Latino");
      case "non_hispanic", "ashkenazi_jewish" -> cdc("2186-5", "Not Hispanic or Latino");
      default -> Json.object();
    };
  }

  private static ObjectNode cdc(String code, String display) {
    return FhirJsonBuilder.coding(CodeSystems.RACE, code, display);
  }
}
