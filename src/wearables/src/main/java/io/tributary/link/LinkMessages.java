package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.provider.ProviderCatalog;
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
  record FinishOAuth(String slug, String state, OAuthLinkFlow.Returned back)
      implements LinkMessages {
    @Override
    public String toString() {
      return "FinishOAuth[" + slug + "]";
    }
  }

  /** Signs in by password or e-mail; reply {@link Ended}. */
  record SignIn(String token, String slug, PasswordLinkFlow.Typed typed) implements LinkMessages {
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

  /**
   * Looks at what a hosted page shows; reply {@link Page}.
   *
   * @param slug the provider that the page is about, if it is about one
   */
  record OpenPage(String token, Optional<String> slug) implements LinkMessages {
    @Override
    public String toString() {
      return "OpenPage[" + slug + "]";
    }
  }

  /** Reply Done. */
  record ConnectDemo(Tenant tenant, UUID user, String slug) implements LinkMessages {}

  record TokenMade(String linkToken, String linkWebUrl) implements BusMessage.Local {}

  record Offers(List<JsonNode> list) implements BusMessage.Local {}

  record OAuthBegun(String oauthUrl, JsonNode view) implements BusMessage.Local {}

  /**
   * @param session empty when the token was none of ours
   */
  record Ended(LinkResult result, Optional<UUID> session) implements BusMessage.Local {}

  /**
   * What a hosted page shows.
   *
   * @param session empty when the token is none of ours
   * @param error why no link is made with the token (any more)
   * @param fixed the one provider that the token is for
   * @param offers in order of their names; the one at most that a page about a slug is about
   * @param waiting where the code of a second factor went, if the slug waits for one
   * @param linked whether a token that is used up has connected the slug
   * @param back the customer's page, with how it ended
   * @param close the customer's page when the user leaves, if the token says so
   */
  record Page(
      Optional<UUID> session,
      Optional<LinkError> error,
      LinkBrand brand,
      Optional<String> fixed,
      List<ProviderCatalog.Entry> offers,
      Optional<LinkResult.Mfa> waiting,
      boolean linked,
      Optional<String> back,
      Optional<String> close)
      implements BusMessage.Local {}
}
