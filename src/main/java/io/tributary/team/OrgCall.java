package io.tributary.team;

import io.tributary.http.Call;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Environment;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What management calls have in common: organisation, environment, region, keyset. */
final class OrgCall {
  private OrgCall() {}

  /** The organisation of the path, which must be the key's. */
  static UUID org(Call c) {
    UUID org = c.pathUuid("org_id");
    if (!org.equals(c.organisation())) {
      throw Refusal.notFound("organisation");
    }
    return org;
  }

  static Environment environment(Call c) {
    return Environment.of(c.path("env"))
        .orElseThrow(
            () ->
                Refusal.badInput(
                    InputFault.path("env", "Input should be one of: production, sandbox", "enum")));
  }

  /** Another region than this installation's has nothing here. */
  static void checkRegion(Call c, String ours) {
    String region = c.path("region");
    if (!List.of("us", "eu").contains(region)) {
      throw Refusal.badInput(InputFault.path("region", "Input should be one of: us, eu", "enum"));
    }
    if (!region.equals(ours)) {
      throw Refusal.notFound("region");
    }
  }

  /** After the last row of a page; both null at the start. */
  record Position(Instant at, UUID id) {
    static Position of(Optional<String> cursor, List<?> filters) {
      Optional<List<String>> parts = Cursor.read(cursor.orElse(null), filters, 2);
      if (parts.isEmpty()) {
        return new Position(null, null);
      }
      try {
        return new Position(
            Times.instant(parts.get().get(0)).orElseThrow(Cursor::broken),
            UUID.fromString(parts.get().get(1)));
      } catch (IllegalArgumentException e) {
        throw Cursor.broken();
      }
    }

    static String next(List<?> filters, Instant at, UUID id) {
      return Cursor.write(filters, List.of(Times.wire(at), id.toString()));
    }
  }
}
