package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.user.Demographics;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses and validates names and addresses of persons and companies in requests. */
final class ContactParser {
  private static final int MAX_NAME = 50;
  private static final int MAX_SHORT_TEXT = 256;
  private static final int MAX_EMAIL = 254;
  private static final List<String> GENDERS = List.of("female", "male", "other", "unknown");

  private static final Pattern EMAIL =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}");

  private ContactParser() {}

  static ObjectNode parseInsured(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(f, "first_name"))
            .put("last_name", name(f, "last_name"));
    String gender =
        f.requiredChoice("gender", g -> Optional.of(g).filter(GENDERS::contains), GENDERS);
    out.put("gender", gender);
    out.set("address", f.requiredObject("address").map(Demographics::address).orElse(null));
    Object dob = f.requiredDate("dob");
    return out.put("dob", dob == null ? null : dob.toString())
        .put("email", email(f, Optional.ofNullable(f.requiredText("email", 1, MAX_EMAIL))))
        .put("phone_number", f.requiredText("phone_number", 1, MAX_SHORT_TEXT));
  }

  static ObjectNode parseGuarantor(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", name(f, "first_name"))
            .put("last_name", name(f, "last_name"));
    out.set("address", f.requiredObject("address").map(Demographics::address).orElse(null));
    return out.put("phone_number", f.requiredText("phone_number", 1, MAX_SHORT_TEXT))
        .put("household_income", f.integer("household_income", 0, Integer.MAX_VALUE).orElse(null))
        .put("household_size", f.integer("household_size", 0, Integer.MAX_VALUE).orElse(null))
        .put("email", email(f, f.text("email", MAX_EMAIL)));
  }

  private static String name(JsonFields f, String field) {
    return Demographics.name(f, field, MAX_NAME);
  }

  private static String email(JsonFields f, Optional<String> text) {
    text.filter(t -> !EMAIL.matcher(t).matches())
        .ifPresent(t -> f.addError("email", "Input should be an email address", "value_error"));
    return text.orElse(null);
  }
}
