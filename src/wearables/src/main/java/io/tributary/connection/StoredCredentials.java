package io.tributary.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Tx;
import io.tributary.provider.PasswordLogin.StoredLogin;
import java.util.UUID;

/** Encrypts and decrypts the sign-in credentials that are stored in a connection's row. */
final class StoredCredentials {
  private StoredCredentials() {}

  static byte[] seal(Vault vault, Tx tx, KeyOwner owner, StoredLogin kept, UUID connection) {
    ObjectNode all = Json.object().put("user", kept.user()).put("secret", kept.secret());
    all.set("more", kept.more());
    return vault.seal(tx, owner, Json.text(all), context(connection));
  }

  static StoredLogin open(Vault vault, Tx tx, byte[] sealed, UUID connection) {
    JsonNode all = Json.parse(vault.open(tx, sealed, context(connection)));
    return new StoredLogin(
        all.get("user").textValue(),
        all.get("secret").textValue(),
        all.get("more") instanceof ObjectNode more ? more : Json.object());
  }

  /**
   * Differs from the context of the tokens, so that one ciphertext cannot be decrypted in the
   * column of the other.
   */
  private static String context(UUID connection) {
    return connection + " credentials";
  }
}
