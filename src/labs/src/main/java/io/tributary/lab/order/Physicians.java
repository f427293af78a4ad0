package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;

/**
 * The platform's physicians, who sign orders without a physician of the customer. Also validates
 * NPIs.
 */
final class Physicians {
  private record PlatformPhysician(
      String npi, String firstName, String lastName, List<String> states) {
    static PlatformPhysician parse(String setting) {
      String[] parts = setting.split("\\|");
      return new PlatformPhysician(parts[0], parts[1], parts[2], List.of(parts[3].split(" ")));
    }

    ObjectNode json() {
      return Json.object().put("first_name", firstName).put("last_name", lastName).put("npi", npi);
    }
  }

  private final List<PlatformPhysician> all;

  /**
   * @param settings the physicians as configured in OrdersConfig
   */
  Physicians(List<String> settings) {
    this.all = settings.stream().map(PlatformPhysician::parse).toList();
  }

  /** Physician licensed for a state; null node when none is. */
  JsonNode forState(String state) {
    return all.stream()
        .filter(p -> p.states().contains(state))
        .findFirst()
        .<JsonNode>map(PlatformPhysician::json)
        .orElse(NullNode.instance);
  }

  ArrayNode json() {
    ArrayNode out = Json.array();
    all.forEach(p -> out.add(p.json()));
    return out;
  }

  /** The customer's own physician; null node for one of the platform's, which is chosen again. */
  static JsonNode customersOwn(JsonNode physician) {
    return physician.has("licensed_states") ? physician : NullNode.instance;
  }

  /** Returns whether the check digit of the NPI is correct. */
  static boolean isValidNpi(String npi) {
    // Luhn over the prefix 80840 and the number: the prefix contributes 24.
    int sum = 24;
    for (int i = 0; i < npi.length(); i++) {
      int digit = npi.charAt(i) - '0';
      if (i % 2 == 0) {
        digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      }
      sum += digit;
    }
    return npi.length() == 10 && sum % 10 == 0;
  }
}
