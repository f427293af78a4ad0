package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;

/** Request body for an order of one test for a fictitious patient. */
public final class LabOrderBody {
  private LabOrderBody() {}

  public static ObjectNode of(String user, String test) {
    ObjectNode out = Json.object().put("user_id", user);
    out.putObject("order_set").putArray("lab_test_ids").add(test);
    out.putObject("patient_details")
        .put("first_name", "Ada")
        .put("last_name", "Example")
        .put("dob", "1990-05-17")
        .put("gender", "female")
        .put("phone_number", "+16025550100")
        .put("email", "ada@example.com");
    out.putObject("patient_address")
        .put("receiver_name", "Ada Example")
        .put("first_line", "1 Main Street")
        .put("city", "Phoenix")
        .put("state", "AZ")
        .put("zip", "85004")
        .put("country", "US");
    return out;
  }
}
