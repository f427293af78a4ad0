package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** The zone of the mattress, as the account's state keeps it. */
final class EightSleepTime {
  private static final String ZONE = "zone";

  private EightSleepTime() {}

  /** Where the mattress was when it was last asked for. */
  static Optional<ZoneId> told(AccountContext facts) {
    return Optional.ofNullable(LenientJson.of(facts.told()).zone(ZONE));
  }

  /** Where a day of this account begins. */
  static ZoneId days(AccountContext facts) {
    return told(facts).or(facts::zone).orElse(ZoneOffset.UTC);
  }

  /** What the state keeps of a user's answer; empty where it names no zone. */
  static ObjectNode state(JsonNode user) {
    ZoneId zone = LenientJson.of(user).child("currentDevice").zone("timeZone");
    ObjectNode out = Json.object();
    if (zone != null) {
      out.putObject(AccountContext.TOLD).put(ZONE, zone.getId());
    }
    return out;
  }
}
