package io.tributary.simulators.lab;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the fields that the laboratory needs from an order sent as a FHIR bundle. */
final class FhirOrderReader {
  private static final int CONTROL_ID = 9;
  private static final int LABORATORY = 5;

  private FhirOrderReader() {}

  static SimOrder.Message read(byte[] bytes) {
    JsonObject bundle = Buffer.buffer(bytes).toJsonObject();
    String[] header = new String[20];
    java.util.Arrays.fill(header, "");
    header[CONTROL_ID] =
        bundle.getJsonObject("identifier", new JsonObject()).getString("value", "");
    String sample = "";
    boolean revoked = true;
    List<SimOrder.Test> tests = new ArrayList<>();
    for (JsonObject r : resourcesOf(bundle, "ServiceRequest")) {
      JsonObject code = r.getJsonObject("code").getJsonArray("coding").getJsonObject(0);
      String placer = r.getJsonArray("identifier").getJsonObject(0).getString("value");
      tests.add(new SimOrder.Test(placer, code.getString("code"), code.getString("display", "")));
      sample = r.getJsonObject("requisition").getString("value", "");
      revoked &= "revoked".equals(r.getString("status"));
      JsonObject lab = r.getJsonArray("performer").getJsonObject(0).getJsonObject("identifier");
      header[LABORATORY] = lab.getString("value", "");
    }
    return new SimOrder.Message(
        header, "", revoked ? "CA" : "NW", sample, tests, Optional.of(bundle));
  }

  static List<JsonObject> resourcesOf(JsonObject bundle, String type) {
    List<JsonObject> out = new ArrayList<>();
    JsonArray entries = bundle.getJsonArray("entry", new JsonArray());
    for (int i = 0; i < entries.size(); i++) {
      JsonObject resource = entries.getJsonObject(i).getJsonObject("resource");
      if (resource != null && type.equals(resource.getString("resourceType"))) {
        out.add(resource);
      }
    }
    return out;
  }
}
