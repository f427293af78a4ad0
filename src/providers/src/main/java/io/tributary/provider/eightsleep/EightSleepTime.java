package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** Zone of the mattress, as stored in the account's state. */
final class EightSleepTime {
  private static final String ZONE = "zone";

  private EightSleepTime() {}

  /** Returns the zone of the mattress when it was last read. */
  static Optional<ZoneId> mattressZone(AccountContext facts) {
    return Optional.ofNullable(LenientJson.of(facts.facts()).zone(ZONE));
  }

  /** Returns the zone in which the days of this account begin. */
  static ZoneId dayZone(AccountContext facts) {
    return mattressZone(facts).or(facts::zone).orElse(ZoneOffset.UTC);
  }

  /** Returns the state to store from a user document; empty if it names no zone. */
  static ObjectNode state(JsonNode user) {
    ZoneId zone = LenientJson.of(user).child("currentDevice").zone("timeZone");
    ObjectNode out = Json.object();
    if (zone != null) {
      out.putObject(AccountContext.FACTS_KEY).put(ZONE, zone.getId());
    }
    return out;
  }
}
