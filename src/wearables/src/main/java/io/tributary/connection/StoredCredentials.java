package io.tributary.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Tx;
import io.tributary.provider.PasswordLogin.Kept;
import java.util.UUID;

/** What a provider is signed in to again with, as it lies in a connection's row. */
final class StoredCredentials {
  private StoredCredentials() {}

  static byte[] seal(Vault vault, Tx tx, KeyOwner owner, Kept kept, UUID connection) {
    ObjectNode all = Json.object().put("user", kept.user()).put("secret", kept.secret());
    all.set("more", kept.more());
    return vault.seal(tx, owner, Json.text(all), context(connection));
  }

  static Kept open(Vault vault, Tx tx, byte[] sealed, UUID connection) {
    JsonNode all = Json.parse(vault.open(tx, sealed, context(connection)));
    return new Kept(
        all.get("user").textValue(),
        all.get("secret").textValue(),
        all.get("more") instanceof ObjectNode more ? more : Json.object());
  }

  /** Not that of the tokens beside them: neither opens in the other's place. */
  private static String context(UUID connection) {
    return connection + " credentials";
  }
}
