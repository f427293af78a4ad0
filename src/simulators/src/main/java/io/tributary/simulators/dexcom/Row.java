package io.tributary.simulators.dexcom;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** A record and the moment it is of. */
record Row(Instant at, JsonObject json) {}
