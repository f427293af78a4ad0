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

/** Commands on {@code push.command}. The reply is an {@link Answer} unless stated otherwise. */
sealed interface PushMessages extends BusMessage.Local {
  /**
   * Stores an upload.
   *
   * @param gzip true when the body is compressed
   * @param key idempotency key from the header, or null
   */
  record Store(Tenant tenant, UUID user, Resource resource, Buffer body, boolean gzip, String key)
      implements PushMessages {}

  /**
   * Connects a user.
   *
   * @param granted permissions, or null when the client does not send them
   * @param mode empty keeps the current mode
   */
  record Connect(
      Tenant tenant,
      UUID user,
      SdkProvider provider,
      List<String> granted,
      Optional<ConnectionMode> mode)
      implements PushMessages {}

  /**
   * Returns the range that a phone should read.
   *
   * @param zone time zone of the phone, or null
   * @param start start that the phone requests, or null
   * @param end end that the phone requests, or null
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

  /** Restarts the historical stage of a resource. */
  record StartStage(
      Tenant tenant,
      UUID user,
      SdkProvider provider,
      Instant start,
      Instant end,
      Resource resource,
      String trace)
      implements PushMessages {}

  /** Reports that the phone is still uploading. */
  record Progress(Tenant tenant, UUID user, SdkProvider provider) implements PushMessages {}

  /**
   * Exchanges a sign-in token or a pairing code for an access and a refresh token.
   *
   * @param from client address
   */
  record SignIn(String token, String from) implements PushMessages {
    @Override
    public String toString() {
      return "SignIn[***]";
    }
  }

  /**
   * Creates a pairing code.
   *
   * @param expiresAt empty for one hour from now
   */
  record MakeCode(Tenant tenant, UUID user, Optional<Instant> expiresAt) implements PushMessages {}

  /** Exchanges a refresh token for a new pair. */
  record Renew(String token) implements PushMessages {}

  /**
   * Ends sign-ins.
   *
   * @param signIn empty for all sign-ins of the user
   */
  record Deauthorize(Tenant tenant, UUID user, Optional<UUID> signIn) implements PushMessages {}

  /** JSON response body. */
  record Answer(byte[] json) implements BusMessage.Local {}
}
