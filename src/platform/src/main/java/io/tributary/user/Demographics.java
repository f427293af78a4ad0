package io.tributary.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Validated demographics of a user in their JSON form. Personal data: stored encrypted and never
 * logged.
 */
public record Demographics(ObjectNode document) {
  private static final int MAX_NAME_LENGTH = 256;
  private static final int MAX_TEXT_LENGTH = 1000;

  /** Same rule as for lab orders: no accents, single spaces between words. */
  private static final Pattern NAME_PATTERN =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9.,'-]*( [A-Za-z0-9.,'-]+)*");

  private static final Pattern EMAIL =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              + "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])");
  private static final int EMAIL_LENGTH = 254;

  public static final List<String> RACES =
      List.of(
          "african_american_or_black",
          "asian",
          "indigenous_native_american_alaska_native",
          "other",
          "pacific_islander_or_hawaiian",
          "white_caucasian");
  public static final List<String> ETHNICITIES =
      List.of("hispanic", "non_hispanic", "ashkenazi_jewish", "other");
  public static final List<String> ORIENTATIONS =
      List.of(
          "lesbian_gay_or_homosexual",
          "heterosexual_or_straight",
          "bisexual",
          "dont_know",
          "other");
  public static final List<String> GENDER_IDENTITIES =
      List.of(
          "male",
          "female",
          "female_to_male_ftm_transgender_male_trans_man",
          "male_to_female_mtf_transgender_female_trans_woman",
          "genderqueer",
          "other");

  /** Parses the whole object and records validation errors at the fields. */
  static Demographics of(JsonFields body) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(body, "first_name", MAX_NAME_LENGTH))
            .put("last_name", name(body, "last_name", MAX_NAME_LENGTH))
            .put(
                "email",
                email(body, Optional.ofNullable(body.requiredText("email", 1, MAX_TEXT_LENGTH))))
            .put("phone_number", body.requiredText("phone_number", 1, MAX_NAME_LENGTH))
            .put("gender", body.requiredText("gender", 1, MAX_NAME_LENGTH));
    Object dob = body.requiredDate("dob");
    out.put("dob", dob == null ? null : dob.toString());
    out.set("address", body.requiredObject("address").map(Demographics::address).orElse(null));
    out.set("medical_proxy", body.object("medical_proxy").map(Demographics::proxy).orElse(null));
    out.put("race", choice(body, "race", RACES));
    out.put("ethnicity", choice(body, "ethnicity", ETHNICITIES));
    out.put("sexual_orientation", choice(body, "sexual_orientation", ORIENTATIONS));
    out.put("gender_identity", choice(body, "gender_identity", GENDER_IDENTITIES));
    return new Demographics(out);
  }

  /** Parses an address and records validation errors at the fields. */
  public static ObjectNode address(JsonFields a) {
    ObjectNode out =
        Json.object()
            .put("first_line", a.requiredText("first_line", 1, MAX_TEXT_LENGTH))
            .put(
                "second_line",
                a.has("second_line") ? a.text("second_line", MAX_TEXT_LENGTH).orElse(null) : "")
            .put("country", a.requiredText("country", 1, MAX_NAME_LENGTH));
    // Public examples use zip_code although the schema defines zip.
    boolean older = a.raw("zip").isEmpty() && a.raw("zip_code").isPresent();
    return out.put("zip", a.requiredText(older ? "zip_code" : "zip", 1, MAX_NAME_LENGTH))
        .put("city", a.requiredText("city", 1, MAX_NAME_LENGTH))
        .put("state", a.requiredText("state", 1, MAX_NAME_LENGTH))
        .put("access_notes", a.text("access_notes", MAX_TEXT_LENGTH).orElse(null));
  }

  private static ObjectNode proxy(JsonFields p) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(p, "first_name", MAX_NAME_LENGTH))
            .put("last_name", name(p, "last_name", MAX_NAME_LENGTH));
    out.set("address", p.requiredObject("address").map(Demographics::address).orElse(null));
    return out.put("phone_number", p.requiredText("phone_number", 1, MAX_NAME_LENGTH))
        .put("household_income", p.integer("household_income", 0, Integer.MAX_VALUE).orElse(null))
        .put("household_size", p.integer("household_size", 0, Integer.MAX_VALUE).orElse(null))
        .put("email", email(p, p.text("email", MAX_TEXT_LENGTH)));
  }

  /**
   * Parses a part of a person's name. Records an error when it is invalid; returns null when it is
   * absent.
   *
   * @param most maximum number of characters
   */
  public static String name(JsonFields f, String field, int most) {
    String text = f.requiredText(field, 1, most);
    if (text != null && !NAME_PATTERN.matcher(text).matches()) {
      f.addError(
          field,
          "String should contain only letters, digits, - . , ' and single spaces, and begin with a"
              + " letter or digit",
          "string_pattern_mismatch");
    }
    return text;
  }

  /**
   * Validates an e-mail address. Records an error when it is invalid; returns null when it is
   * absent.
   */
  public static String email(JsonFields f, Optional<String> text) {
    text.filter(t -> t.length() > EMAIL_LENGTH || !EMAIL.matcher(t).matches())
        .ifPresent(t -> f.addError("email", "Input should be an e-mail address", "value_error"));
    return text.orElse(null);
  }

  /** Converts the patient data of an order to demographics. */
  public static Demographics fromOrder(ObjectNode patient, ObjectNode address) {
    ObjectNode out = Json.object();
    for (String name : List.of("first_name", "last_name", "email", "phone_number", "gender")) {
      out.set(name, patient.get(name));
    }
    out.set("dob", patient.get("dob"));
    ObjectNode place = out.putObject("address");
    for (String name : List.of("first_line", "second_line", "country", "zip", "city", "state")) {
      place.set(name, address.get(name));
    }
    place.set("access_notes", address.get("access_notes"));
    out.set("medical_proxy", patient.get("medical_proxy"));
    for (String name : List.of("race", "ethnicity", "sexual_orientation", "gender_identity")) {
      out.set(name, patient.get(name));
    }
    return new Demographics(out);
  }

  private static String choice(JsonFields f, String name, List<String> allowed) {
    return f.choice(name, v -> Optional.of(v).filter(allowed::contains), allowed).orElse(null);
  }

  @Override
  public String toString() {
    return "Demographics[***]";
  }
}
