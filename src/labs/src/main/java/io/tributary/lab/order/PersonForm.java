package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.lab.account.UsStates;
import io.tributary.user.Demographics;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses persons and addresses of a request. Errors are reported with their fields. The result has
 * the form in which orders store it, with every key present.
 */
final class PersonForm {
  private static final int MAX_NAME = 50;
  private static final int MAX_TEXT = 200;
  private static final int MAX_NOTES = 1000;
  private static final int MAX_STATES = 60;

  /** About 1.5 MB of image data in base64. */
  private static final int MAX_IMAGE = 2 << 20;

  private static final List<String> GENDERS = List.of("female", "male", "other", "unknown");
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}(-[0-9]{4})?");
  private static final Pattern NPI = Pattern.compile("[0-9]{10}");
  private static final Pattern PHONE_SEPARATORS = Pattern.compile("[ ().-]");
  private static final Pattern INTERNATIONAL_PHONE = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Pattern US_PHONE = Pattern.compile("1?[0-9]{10}");

  private final Clock clock;

  PersonForm(Clock clock) {
    this.clock = clock;
  }

  ObjectNode parsePatient(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(f, "first_name"))
            .put("last_name", name(f, "last_name"));
    LocalDate dob = f.requiredDate("dob");
    // UTC+14, the earliest time zone, decides whether a day has begun anywhere.
    if (dob != null && dob.isAfter(LocalDate.now(clock.withZone(ZoneOffset.ofHours(14))))) {
      f.addError("dob", "Date should not be in the future", "date_past");
    }
    out.put("dob", dob == null ? null : dob.toString())
        .put("gender", oneOf(f, "gender", GENDERS))
        .put("phone_number", parsePhone(f, true))
        .put(
            "email",
            Demographics.email(f, Optional.ofNullable(f.requiredText("email", 1, MAX_TEXT))));
    out.set("medical_proxy", f.object("medical_proxy").map(this::parseProxy).orElse(null));
    choice(f, out, "race", Demographics.RACES);
    choice(f, out, "ethnicity", Demographics.ETHNICITIES);
    choice(f, out, "sexual_orientation", Demographics.ORIENTATIONS);
    choice(f, out, "gender_identity", Demographics.GENDER_IDENTITIES);
    parseHousehold(f, out);
    return out;
  }

  private ObjectNode parseProxy(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(f, "first_name"))
            .put("last_name", name(f, "last_name"));
    out.set("address", f.requiredObject("address").map(a -> parsePlace(a, true)).orElse(null));
    out.put("phone_number", parsePhone(f, true))
        .put("email", Demographics.email(f, f.text("email", MAX_TEXT)));
    parseHousehold(f, out);
    return out;
  }

  private static void parseHousehold(JsonFields f, ObjectNode out) {
    out.put("household_income", f.integer("household_income", 0, Integer.MAX_VALUE).orElse(null));
    out.put("household_size", f.integer("household_size", 0, 1000).orElse(null));
  }

  /** Parses a patient's address. */
  ObjectNode parseAddress(JsonFields f) {
    ObjectNode out = parsePlace(f, true);
    return out.put("receiver_name", f.text("receiver_name", MAX_TEXT).orElse(""))
        .put("phone_number", parsePhone(f, false));
  }

  /**
   * Parses the address of an imported order less strictly: the laboratory has accepted it already.
   */
  ObjectNode parseImportedAddress(JsonFields f) {
    ObjectNode out = parsePlace(f, false);
    return out.put("receiver_name", f.requiredText("receiver_name", 0, MAX_TEXT))
        .put("phone_number", parsePhone(f, false));
  }

  /** Parses the shipping address of a kit. */
  ObjectNode parseShipping(JsonFields f) {
    ObjectNode out = parsePlace(f, true);
    out.remove("access_notes");
    return out.put("receiver_name", f.requiredText("receiver_name", 1, MAX_TEXT))
        .put("phone_number", parsePhone(f, true));
  }

  static ObjectNode parsePlace(JsonFields f, boolean strict) {
    ObjectNode out =
        Json.object()
            .put("first_line", f.requiredText("first_line", 1, MAX_TEXT))
            .put("second_line", f.text("second_line", MAX_TEXT).orElse(null))
            .put("city", f.requiredText("city", 1, MAX_TEXT))
            .put("state", oneOf(f, "state", UsStates.ALL));
    String zip = f.requiredText("zip", 1, MAX_TEXT);
    if (strict && zip != null && !ZIP.matcher(zip).matches()) {
      f.addError("zip", "String should be 12345 or 12345-6789", "string_pattern_mismatch");
    }
    return out.put("zip", zip)
        .put("country", f.requiredText("country", 1, MAX_TEXT))
        .put("access_notes", f.text("access_notes", MAX_NOTES).orElse(null));
  }

  /** Parses the physician; null node when none is sent. */
  JsonNode parsePhysician(JsonFields body) {
    return body.object("physician").map(PersonForm::physicianOf).orElse(NullNode.instance);
  }

  private static JsonNode physicianOf(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", f.requiredText("first_name", 1, MAX_TEXT))
            .put("last_name", f.requiredText("last_name", 1, MAX_TEXT));
    String npi = f.requiredText("npi", 1, MAX_TEXT);
    if (npi != null && !NPI.matcher(npi).matches()) {
      f.addError("npi", "String should be 10 digits", "string_pattern_mismatch");
    }
    out.put("npi", npi).put("email", Demographics.email(f, f.text("email", MAX_TEXT)));
    List<String> states = f.texts("licensed_states", MAX_STATES, 2).orElse(List.of());
    if (!UsStates.ALL.containsAll(states)) {
      f.addError("licensed_states", "Input should be a list of states", "enum");
    }
    states.forEach(out.putArray("licensed_states")::add);
    out.set("signature_image", parseImage(f, "signature_image"));
    return out;
  }

  /** Parses an image, stored as sent; null when there is none. */
  static ObjectNode parseImage(JsonFields f, String name) {
    List<String> types = List.of("image/jpeg", "image/png");
    return f.object(name)
        .map(
            i ->
                Json.object()
                    .put("content", i.requiredText("content", 1, MAX_IMAGE))
                    .put("content_type", oneOf(i, "content_type", types)))
        .orElse(null);
  }

  static String name(JsonFields f, String field) {
    return Demographics.name(f, field, MAX_NAME);
  }

  /** Converts a phone number to E.164. A number without a country code is a US number. */
  static String parsePhone(JsonFields f, boolean required) {
    Optional<String> text =
        required
            ? Optional.ofNullable(f.requiredText("phone_number", 1, MAX_TEXT))
            : f.text("phone_number", MAX_TEXT).filter(t -> !t.isEmpty());
    return text.flatMap(
            t ->
                toE164(t)
                    .or(
                        () ->
                            f.addError(
                                "phone_number",
                                "Input should be a phone number, such as +16025550100",
                                "value_error")))
        .orElse(null);
  }

  static Optional<String> toE164(String text) {
    String bare = PHONE_SEPARATORS.matcher(text).replaceAll("");
    if (bare.startsWith("+1")) {
      return US_PHONE.matcher(bare.substring(1)).matches() && bare.length() == 12
          ? Optional.of(bare)
          : Optional.empty();
    }
    if (bare.startsWith("+")) {
      return Optional.of(bare).filter(b -> INTERNATIONAL_PHONE.matcher(b).matches());
    }
    return Optional.of(bare)
        .filter(b -> US_PHONE.matcher(b).matches())
        .filter(b -> b.length() == 10 || b.startsWith("1"))
        .map(b -> b.length() == 10 ? "+1" + b : "+" + b);
  }

  private static void choice(JsonFields f, ObjectNode out, String name, List<String> allowed) {
    out.put(name, f.choice(name, w -> caseInsensitiveMatch(allowed, w), allowed).orElse(null));
  }

  static String oneOf(JsonFields f, String name, List<String> allowed) {
    return f.requiredChoice(name, w -> caseInsensitiveMatch(allowed, w), allowed);
  }

  static Optional<String> caseInsensitiveMatch(List<String> allowed, String word) {
    return Optional.of(word).filter(allowed::contains);
  }
}
