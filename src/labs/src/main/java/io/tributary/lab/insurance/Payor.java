package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.List;

/**
 * Insurance company that pays for the insured.
 *
 * @param teamOwned whether the payor is visible to one team only
 */
record Payor(
    int id, String code, String name, List<String> aliases, JsonNode address, boolean teamOwned) {
  static Payor read(Row r) {
    return new Payor(
        r.getInteger("id"),
        r.getString("code"),
        r.getString("name"),
        RowMapping.texts(r, "aliases"),
        Json.parse(r.getString("address")),
        r.getUUID("team_id") != null);
  }

  /**
   * @param codeField JSON name of the code
   */
  ObjectNode json(String codeField) {
    ObjectNode out = Json.object().put(codeField, code).put("name", name);
    aliases.forEach(out.putArray("aliases")::add);
    out.set("org_address", address);
    return out.put("source", teamOwned ? "team" : "platform");
  }

  ObjectNode json() {
    return json("payor_code");
  }
}
