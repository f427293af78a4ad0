package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.kernel.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on {@code link.command}. They carry tokens and therefore never leave the process. */
sealed interface LinkMessages extends BusMessage.Local {
  /** Opens a session; reply {@link TokenMade}. */
  record CreateToken(LinkSessions.Wanted wanted) implements LinkMessages {}

  /** What can be linked with a token; reply {@link Offers}. */
  record ListOffers(String token) implements LinkMessages {}

  /** Starts an authorisation; reply {@link OAuthBegun}. */
  record BeginOAuth(String token, String slug) implements LinkMessages {
    @Override
    public String toString() {
      return "BeginOAuth[" + slug + "]";
    }
  }

  /** The provider sent the user back; reply {@link Ended}. */
  record FinishOAuth(String slug, String state, OAuthLinking.Returned back)
      implements LinkMessages {
    @Override
    public String toString() {
      return "FinishOAuth[" + slug + "]";
    }
  }

  /** Signs in by password or e-mail; reply {@link Ended}. */
  record SignIn(String token, String slug, PasswordLinking.Typed typed) implements LinkMessages {
    @Override
    public String toString() {
      return "SignIn[" + slug + "]";
    }
  }

  /** The code of a second factor; reply {@link Ended}. */
  record CompleteMfa(String token, String slug, String code) implements LinkMessages {
    @Override
    public String toString() {
      return "CompleteMfa[" + slug + "]";
    }
  }

  /** Opens the hosted page; reply {@link Widget}. */
  record OpenWidget(String token) implements LinkMessages {
    @Override
    public String toString() {
      return "OpenWidget[***]";
    }
  }

  /** Reply Done. */
  record ConnectDemo(Tenant tenant, UUID user, String slug) implements LinkMessages {}

  record TokenMade(String linkToken, String linkWebUrl) implements BusMessage.Local {}

  record Offers(List<JsonNode> list) implements BusMessage.Local {}

  record OAuthBegun(String oauthUrl, JsonNode view) implements BusMessage.Local {}

  record Ended(LinkResult result) implements BusMessage.Local {}

  /**
   * What the hosted page shows.
   *
   * @param goTo a fixed provider: leave for it at once
   * @param cancel where Cancel leads, if anywhere
   */
  record Widget(
      Optional<LinkError> error,
      String brand,
      Optional<String> goTo,
      List<Offer> offers,
      Optional<String> cancel)
      implements BusMessage.Local {}

  /** A provider on the hosted page. */
  record Offer(String name, String description, String logo, String href) {}
}
