package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/**
 * Google service account for calls that belong to a project and not to a user. Exchanges an
 * assertion signed with its private key (RFC 7523, RS256) for an access token.
 *
 * @param email e-mail address of the account
 * @param key private key as PKCS #8 PEM; line breaks may be written as {@code \n}
 */
public record GoogleServiceAccount(String email, String key) {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

  /** Maximum that Google allows. */
  private static final long LIFETIME_SECONDS = 3600;

  /**
   * Returns an access token that is valid for one hour. Blocks a virtual thread.
   *
   * @throws ProviderException.AppCredentialsRejected if key or account are refused
   */
  public String accessToken(ProviderHttp http, AppCredentials app) {
    String url = app.urls().token().orElse(app.urls().api() + "/token");
    ProviderResponse answer =
        http.send(
            app,
            ProviderRequest.post(url)
                .form(Map.of("grant_type", GRANT, "assertion", assertion(url, Instant.now()))));
    if (answer.isSuccess()) {
      String token = answer.json().path("access_token").asText("");
      if (token.isEmpty()) {
        throw new ProviderException.Unavailable("token response without access_token");
      }
      return token;
    }
    if (answer.status() == 429) {
      throw new ProviderException.RateLimited(
          answer.retryAfter().orElse(http.limits().defaultRateLimitDelay()));
    }
    throw answer.status() >= 500
        ? new ProviderException.Unavailable("status " + answer.status())
        : new ProviderException.AppCredentialsRejected(
            "service account: status " + answer.status());
  }

  /** Returns the signed JWT. */
  String assertion(String audience, Instant now) {
    long issued = now.getEpochSecond();
    String head = encodePart(Json.object().put("alg", "RS256").put("typ", "JWT"));
    String claims =
        encodePart(
            Json.object()
                .put("iss", email)
                .put("scope", SCOPE)
                .put("aud", audience)
                .put("iat", issued)
                .put("exp", issued + LIFETIME_SECONDS));
    String signed = head + "." + claims;
    return signed + "." + url64(sign(signed.getBytes(StandardCharsets.US_ASCII)));
  }

  private byte[] sign(byte[] text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(privateKey());
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // The cause is omitted, because it might reveal a part of the key.
      throw new ProviderException.AppCredentialsRejected(
          "service account: the private key is invalid");
    }
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    String base64 =
        key.replace("\\n", "\n").replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static String encodePart(ObjectNode json) {
    return url64(Json.bytes(json));
  }

  private static String url64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "GoogleServiceAccount[***]";
  }
}
