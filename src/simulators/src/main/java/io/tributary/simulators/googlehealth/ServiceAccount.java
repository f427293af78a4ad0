package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * Service account of the only project. It authenticates with a signed assertion (RFC 7523) and
 * receives a token of one hour, whose scope defines its permissions.
 */
public final class ServiceAccount {
  static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  static final String PROJECT = "741852963074";
  private static final String EMAIL = "push@tributary-sandbox.iam.gserviceaccount.com";
  private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
  private static final long MAX_ASSERTION_SECONDS = 3600;

  /** Key pair generated in each run; a control endpoint returns it. */
  private static final KeyPair KEY = key();

  private final Map<String, Instant> tokens = new HashMap<>();

  private static KeyPair key() {
    try {
      KeyPairGenerator maker = KeyPairGenerator.getInstance("RSA");
      maker.initialize(2048);
      return maker.generateKeyPair();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /**
   * Returns the project, the account and its private key, as the owner of an application would
   * configure them.
   */
  public static JsonObject details() {
    String key = Base64.getMimeEncoder().encodeToString(KEY.getPrivate().getEncoded());
    return new JsonObject()
        .put("project_number", PROJECT)
        .put("service_account_email", EMAIL)
        .put(
            "service_account_key",
            "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n");
  }

  /** Exchanges an assertion for a token. */
  JsonObject exchangeAssertion(MultiMap form, Instant now) {
    String[] parts = (form.contains("assertion") ? form.get("assertion") : "").split("\\.", -1);
    if (parts.length != 3 || !signed(parts)) {
      throw invalidGrant("Invalid JWT Signature.");
    }
    JsonObject claims = json(parts[1]);
    long issued = claims.getLong("iat", 0L);
    long ends = claims.getLong("exp", 0L);
    if (!EMAIL.equals(claims.getString("iss"))
        || !claims.getString("aud", "").endsWith("/token")
        || !SCOPE.equals(claims.getString("scope"))) {
      throw invalidGrant("Invalid issuer, audience or scope.");
    }
    if (issued > now.getEpochSecond() + 60
        || ends <= now.getEpochSecond()
        || ends - issued > MAX_ASSERTION_SECONDS) {
      throw invalidGrant("Invalid JWT: iat and exp must be within an hour.");
    }
    String token =
        "sa." + Long.toHexString(SeededRandom.hash(tokens.size() + 1, now.toEpochMilli()));
    tokens.put(token, now.plusSeconds(MAX_ASSERTION_SECONDS - 1));
    return new JsonObject()
        .put("access_token", token)
        .put("expires_in", MAX_ASSERTION_SECONDS - 1)
        .put("token_type", "Bearer");
  }

  boolean allows(String token, Instant now) {
    Instant end = tokens.get(token);
    return end != null && now.isBefore(end);
  }

  private static boolean signed(String[] parts) {
    try {
      if (!"RS256".equals(json(parts[0]).getString("alg"))) {
        return false;
      }
      Signature check = Signature.getInstance("SHA256withRSA");
      check.initVerify(KEY.getPublic());
      check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      return check.verify(Base64.getUrlDecoder().decode(parts[2]));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private static JsonObject json(String part) {
    try {
      return new JsonObject(
          new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      throw invalidGrant("Invalid JWT.");
    }
  }

  private static VendorError invalidGrant(String why) {
    return VendorError.oauth(400, "invalid_grant", why);
  }
}
