package io.tributary.simulators.dexcom;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Record with the instant by which it is filtered and sorted. */
record DexcomRecord(Instant at, JsonObject json) {}
