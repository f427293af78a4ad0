package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import java.time.Instant;
import java.util.Base64;

/**
 * A bookable slot as offered to a client. It is encrypted, so clients can neither forge a key nor
 * read the address in it, and it is valid for its team only.
 *
 * @param address address of a home visit; a site has its own
 */
record BookingKey(
    AppointmentType type,
    String provider,
    String code,
    Slot slot,
    Instant expires,
    JsonNode address) {
  private static final String INVALID_KEY_MESSAGE = "Invalid booking key format";

  String encrypt(Encryption secrets, Tenant tenant) {
    ObjectNode out =
        Json.object()
            .put("t", type.wireName())
            .put("p", provider)
            .put("c", code)
            .put("s", slot.start().getEpochSecond())
            .put("e", slot.end().getEpochSecond())
            .put("x", expires.toEpochMilli());
    out.set("a", address);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(secrets.seal(Json.bytes(out), context(tenant)));
  }

  /**
   * Decrypts a key; fails with 400 unless it was issued to this team for appointments of this type.
   */
  static BookingKey decrypt(Encryption secrets, Tenant tenant, AppointmentType type, String text) {
    BookingKey key;
    try {
      JsonNode k = Json.parse(secrets.open(Base64.getUrlDecoder().decode(text), context(tenant)));
      key =
          new BookingKey(
              AppointmentType.fromWireName(k.get("t").asText()),
              k.get("p").asText(),
              k.get("c").asText(),
              new Slot(
                  Instant.ofEpochSecond(k.get("s").asLong()),
                  Instant.ofEpochSecond(k.get("e").asLong())),
              Instant.ofEpochMilli(k.get("x").asLong()),
              k.get("a"));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw ServiceException.badRequest(INVALID_KEY_MESSAGE);
    }
    if (key.type() != type) {
      throw ServiceException.badRequest(INVALID_KEY_MESSAGE);
    }
    return key;
  }

  private static String context(Tenant t) {
    return "booking key of " + t.team() + " " + t.environment().wire();
  }

  @Override
  public String toString() {
    return "BookingKey[***]";
  }
}
