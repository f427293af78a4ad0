package io.tributary.db;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Conversion of Java values to the types of the SQL client: instants become UTC offset times, bytes
 * become buffers.
 */
public final class SqlArguments {
  private SqlArguments() {}

  public static Tuple tuple(Object... args) {
    Object[] out = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      out[i] = toWireType(args[i]);
    }
    return Tuple.wrap(out);
  }

  private static Object toWireType(Object value) {
    return switch (value) {
      case null -> null;
      case Instant at -> utc(at);
      case Instant[] many ->
          Arrays.stream(many).map(SqlArguments::utc).toArray(OffsetDateTime[]::new);
      case byte[] bytes -> Buffer.buffer(bytes);
      case byte[][] many ->
          Arrays.stream(many).map(b -> b == null ? null : Buffer.buffer(b)).toArray(Buffer[]::new);
      default -> value;
    };
  }

  private static OffsetDateTime utc(Instant at) {
    return at == null ? null : at.atOffset(ZoneOffset.UTC);
  }
}
