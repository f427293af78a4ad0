package io.tributary.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Codes that pair a phone with a user. A code is short enough to type and valid for one sign-in.
 *
 * <p>Short codes can be guessed, so wrong codes are limited per minute.
 */
final class PairingCodes {
  private static final Pattern FORMAT = Pattern.compile("(sk|pk)(us|eu)[0-9a-f]{8}");
  private static final int BYTES = 4;

  /** Deep link that opens the phone app with a code. */
  private static final String APP_DEEP_LINK = "service://service?code=";

  private static final Duration TTL = Duration.ofHours(1);

  /** Wrong codes per minute and node, from one address and from all addresses. */
  private static final int MAX_WRONG_PER_ADDRESS = 10;

  private static final int MAX_WRONG_TOTAL = 60;
  private static final int MAX_ATTEMPTS = 5;

  private static final String USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for key share
      """;
  private static final String ADD =
      """
      insert into link_code (code_hmac, user_id, expires_at)
      values ($1, $2, coalesce($3, now() + make_interval(secs => $4)))
      returning expires_at
      """;
  private static final String TAKE =
      """
      update link_code c set exchanged_at = now()
        from app_user u
       where c.code_hmac = $1 and c.exchanged_at is null and c.expires_at > now()
         and u.id = c.user_id and u.deleted_at is null
      returning c.user_id
      """;

  private final Db db;
  private final Encryption secrets;
  private final String region;
  private final AttemptLimiter attemptLimiter =
      new AttemptLimiter(MAX_WRONG_PER_ADDRESS, MAX_WRONG_TOTAL, System::nanoTime);

  /**
   * @param region us or eu, part of every code
   */
  PairingCodes(Db db, Encryption secrets, String region) {
    this.db = db;
    this.secrets = secrets;
    this.region = region;
  }

  /**
   * Creates a code and returns the response, which is the only time that the code is shown. Fails
   * with 404 for an unknown user.
   */
  byte[] create(PushMessages.MakeCode m) {
    for (int i = 1; ; i++) {
      String code =
          (m.tenant().environment() == Environment.SANDBOX ? "sk" : "pk")
              + region
              + HexFormat.of().formatHex(Encryption.randomBytes(BYTES));
      try {
        return reply(code, db.tx(tx -> add(tx, m, code)));
      } catch (RuntimeException taken) {
        if (!SqlErrors.violatesUnique(taken, "link_code_pkey") || i == MAX_ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  private Instant add(Tx tx, PushMessages.MakeCode m, String code) {
    tx.first(USER, m.user(), m.tenant().team(), m.tenant().environment().wire())
        .orElseThrow(() -> ServiceException.notFound("user"));
    Row row =
        tx.first(ADD, hash(code), m.user(), m.expiresAt().orElse(null), (double) TTL.toSeconds())
            .orElseThrow();
    return RowMapping.instant(row, "expires_at");
  }

  private static byte[] reply(String code, Instant expiresAt) {
    ObjectNode out =
        Json.object()
            .put("code", code)
            .put("exchange_url", APP_DEEP_LINK + code)
            .put("expires_at", Times.format(expiresAt));
    return Json.bytes(out);
  }

  /** Returns true when the text has the format of a code. */
  static boolean isCode(String text) {
    return FORMAT.matcher(text).matches();
  }

  /**
   * Consumes a code.
   *
   * @param from client address
   * @return its user; empty when the code is unknown, expired or used
   * @throws ServiceException too many: codes are being guessed
   */
  Optional<UUID> consume(Tx tx, String code, String from) {
    if (attemptLimiter.isBlocked(from)) {
      throw new ServiceException(
          ServiceException.Reason.TOO_MANY, "too many wrong codes; try again in a minute");
    }
    Optional<UUID> user = tx.first(TAKE, (Object) hash(code)).map(r -> r.getUUID("user_id"));
    if (user.isEmpty()) {
      attemptLimiter.recordFailure(from);
    }
    return user;
  }

  private byte[] hash(String code) {
    return secrets.mac(code.getBytes(StandardCharsets.UTF_8), "link code");
  }
}
