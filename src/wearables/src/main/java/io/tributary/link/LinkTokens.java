package io.tributary.link;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Signs and verifies link tokens (HS256) with a key that is created once per installation. Blocks;
 * use virtual or plain threads.
 */
final class LinkTokens {
  private static final String NAME = "link-token";
  private static final String INSERT_KEY =
      """
      insert into installation_secret (name, value_encrypted) values ($1, $2)
      on conflict (name) do nothing
      """;
  private static final String KEY =
      "select value_encrypted from installation_secret where name = $1";
  private static final int MAX_LENGTH = 4096;

  private final Vertx vertx;
  private final Db db;
  private final Encryption secrets;
  private final Supplier<String> publicUrl;
  private volatile JWTAuth auth;

  LinkTokens(Vertx vertx, Db db, Encryption secrets, Supplier<String> publicUrl) {
    this.vertx = vertx;
    this.db = db;
    this.secrets = secrets;
    this.publicUrl = publicUrl;
  }

  String sign(UUID session, UUID team, UUID user, Duration life) {
    JsonObject claims =
        new JsonObject()
            .put("aud", publicUrl.get() + "/link")
            .put("sub", session.toString())
            .put("team_id", team.toString())
            .put("user_id", user.toString())
            .put("exp", Instant.now().plus(life).getEpochSecond());
    return auth().generateToken(claims, new JWTOptions().setAlgorithm("HS256"));
  }

  /**
   * Returns the session of a token that this installation has signed. Expiry is checked with the
   * session's row, so that an expired token can still be redirected to the customer's page.
   *
   * @throws LinkException with invalid_token for any other text
   */
  UUID verify(String token) {
    if (token == null || token.isEmpty() || token.length() > MAX_LENGTH) {
      throw new LinkException(LinkError.INVALID_TOKEN);
    }
    JWTAuth verifier = auth();
    try {
      JsonObject claims = verifier.authenticate(new TokenCredentials(token)).await().principal();
      return UUID.fromString(claims.getString("sub"));
    } catch (Exception notOurs) {
      // await() can throw the verifier's checked exceptions without declaring them
      throw new LinkException(LinkError.INVALID_TOKEN);
    }
  }

  private JWTAuth auth() {
    JWTAuth a = auth;
    if (a == null) {
      db.query(INSERT_KEY, NAME, secrets.seal(Encryption.randomBytes(32), NAME));
      byte[] key =
          RowMapping.first(
                  db.query(KEY, NAME),
                  r -> secrets.open(RowMapping.bytes(r, "value_encrypted"), NAME))
              .orElseThrow();
      a =
          JWTAuth.create(
              vertx,
              new JWTAuthOptions()
                  .setJWTOptions(new JWTOptions().setIgnoreExpiration(true))
                  .addPubSecKey(
                      new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(Buffer.buffer(key))));
      auth = a;
    }
    return a;
  }
}
