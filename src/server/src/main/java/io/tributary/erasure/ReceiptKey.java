package io.tributary.erasure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Ed25519 key with which the installation signs erasure receipts. It is generated once; the private
 * part is stored encrypted, the public part is published (RFC 8037).
 */
public final class ReceiptKey {
  private static final String NAME = "erasure-receipt";
  private static final int PUBLIC_BYTES = 32;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private static final String INSERT =
      """
      insert into installation_secret (name, value_encrypted) values ($1, $2)
      on conflict (name) do nothing
      """;
  private static final String KEY =
      "select value_encrypted from installation_secret where name = $1";

  private final Encryption secrets;
  private volatile DecryptedKey opened;

  public ReceiptKey(Encryption secrets) {
    this.secrets = secrets;
  }

  private record DecryptedKey(PrivateKey key, String x, String id) {}

  /** Returns the document as a compact JWS (RFC 7515). */
  String sign(Tx tx, ObjectNode payload) {
    DecryptedKey o = loadKey(tx);
    String header =
        base64Url(
            Json.object().put("alg", "EdDSA").put("kid", o.id()).put("typ", "erasure-receipt+jws"));
    String signed = header + "." + base64Url(payload);
    try {
      Signature by = Signature.getInstance("Ed25519");
      by.initSign(o.key());
      by.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + TEXT.encodeToString(by.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the public key as a JWK set. */
  ObjectNode publicKeys(Tx tx) {
    DecryptedKey o = loadKey(tx);
    ObjectNode out = Json.object();
    out.putArray("keys").add(jwk(o.x()).put("kid", o.id()).put("alg", "EdDSA").put("use", "sig"));
    return out;
  }

  private static String base64Url(ObjectNode json) {
    return TEXT.encodeToString(Json.bytes(json));
  }

  /**
   * Returns the JWK with its members in alphabetical order, as the RFC 7638 thumbprint requires.
   */
  private static ObjectNode jwk(String x) {
    return Json.object().put("crv", "Ed25519").put("kty", "OKP").put("x", x);
  }

  private DecryptedKey loadKey(Tx tx) {
    DecryptedKey o = opened;
    if (o == null) {
      byte[] stored = findStored(tx).orElseGet(() -> generate(tx));
      DecryptedKey found = open(secrets.open(stored, NAME));
      // A key from a rolled-back transaction was never stored, so its signatures could not be
      // verified.
      tx.afterCommit(() -> opened = found);
      o = found;
    }
    return o;
  }

  private static Optional<byte[]> findStored(Tx tx) {
    Optional<Row> row = tx.first(KEY, NAME);
    return row.map(r -> RowMapping.bytes(r, "value_encrypted"));
  }

  /** Another node may have stored its key first; that key then counts. */
  private byte[] generate(Tx tx) {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      // The raw key is at the end of its encoding.
      byte[] spki = pair.getPublic().getEncoded();
      byte[] pkcs8 = pair.getPrivate().getEncoded();
      byte[] both =
          Arrays.copyOf(
              Arrays.copyOfRange(spki, spki.length - PUBLIC_BYTES, spki.length),
              PUBLIC_BYTES + pkcs8.length);
      System.arraycopy(pkcs8, 0, both, PUBLIC_BYTES, pkcs8.length);
      tx.update(INSERT, NAME, secrets.seal(both, NAME));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return findStored(tx).orElseThrow();
  }

  private static DecryptedKey open(byte[] both) {
    try {
      byte[] pkcs8 = Arrays.copyOfRange(both, PUBLIC_BYTES, both.length);
      PrivateKey key =
          KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      String x = TEXT.encodeToString(Arrays.copyOf(both, PUBLIC_BYTES));
      return new DecryptedKey(key, x, TEXT.encodeToString(Encryption.sha256(Json.text(jwk(x)))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
