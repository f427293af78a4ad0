package io.tributary.sdk;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.SdkProvider;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on {@code push.command}; the reply is an {@link Answer}, unless another is named. */
sealed interface PushMessages extends BusMessage.Local {
  /**
   * Stores a body.
   *
   * @param gzip whether it is compressed
   * @param key the client's name of the push from the header, or null
   */
  record Store(Tenant tenant, UUID user, Resource resource, Buffer body, boolean gzip, String key)
      implements PushMessages {}

  /**
   * Connects a user.
   *
   * @param granted permissions, or null when the client does not tell
   * @param mode empty keeps what it is
   */
  record Connect(
      Tenant tenant,
      UUID user,
      SdkProvider provider,
      List<String> granted,
      Optional<ConnectionMode> mode)
      implements PushMessages {}

  /**
   * Asks what a phone is to read.
   *
   * @param zone where it is, or null
   * @param start what the phone would read, or null
   * @param end likewise
   */
  record SyncState(
      Tenant tenant,
      UUID user,
      SdkProvider provider,
      ZoneId zone,
      Instant start,
      Instant end,
      List<String> granted)
      implements PushMessages {}

  /** Begins the historical stage of a resource anew. */
  record StartStage(
      Tenant tenant,
      UUID user,
      SdkProvider provider,
      Instant start,
      Instant end,
      Resource resource,
      String trace)
      implements PushMessages {}

  /** Says that the phone is at it. */
  record Progress(Tenant tenant, UUID user, SdkProvider provider) implements PushMessages {}

  /**
   * Trades a sign-in token, or a code, for a pair of tokens.
   *
   * @param from the address that asks
   */
  record SignIn(String token, String from) implements PushMessages {
    @Override
    public String toString() {
      return "SignIn[***]";
    }
  }

  /**
   * Makes a code that pairs a phone.
   *
   * @param expiresAt empty for an hour from now
   */
  record MakeCode(Tenant tenant, UUID user, Optional<Instant> expiresAt) implements PushMessages {}

  /** Trades a refresh token for a new pair. */
  record Renew(String token) implements PushMessages {}

  /**
   * Ends sign-ins.
   *
   * @param signIn empty ends all of the user's
   */
  record Deauthorise(Tenant tenant, UUID user, Optional<UUID> signIn) implements PushMessages {}

  /** A JSON body for the client. */
  record Answer(byte[] json) implements BusMessage.Local {}
}
