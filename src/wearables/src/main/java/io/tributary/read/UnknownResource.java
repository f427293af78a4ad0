package io.tributary.read;

import io.tributary.core.ServiceException;
import io.tributary.core.Suggestions;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.SdkResource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Details of the 404 for a resource name that does not exist below a path. */
final class UnknownResource {
  private static final Pattern DISPLAYABLE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  /** Has a raw read only, and is not a resource. */
  private static final String DEVICES = "devices";

  private static final List<String> TIMESERIES =
      Arrays.stream(Resource.values()).filter(Resource::isTimeseries).map(Resource::path).toList();

  private UnknownResource() {}

  /** Creates the 404 of a read below {@code /v2/timeseries/{user_id}/}. */
  static ServiceException timeseries(String name) {
    return new ServiceException(
        ServiceException.Reason.NOT_FOUND,
        SummaryRoutes.isSummary(name)
            ? name + " is a summary. Read it at /v2/summary/" + name + "/{user_id}."
            : unknown(name, TIMESERIES));
  }

  /** Creates the 404 of a read without groups, for a timeseries that only has grouped reads. */
  static ServiceException onlyGrouped(String name) {
    return new ServiceException(
        ServiceException.Reason.NOT_FOUND,
        "There is no ungrouped read of %s. Use /v2/timeseries/{user_id}/%s/grouped."
            .formatted(name, name));
  }

  /**
   * Explains an unknown path below {@code /v2/summary/}.
   *
   * @param rest path after the prefix, as sent
   * @return empty if the resource exists
   */
  static Optional<String> explainSummaryPath(String rest) {
    String[] segments = rest.split("/", 2);
    String name = segments[0];
    if (segments.length < 2 || SummaryRoutes.isSummary(name) || name.equals(DEVICES)) {
      return Optional.empty();
    }
    return Optional.of(
        TIMESERIES.contains(name)
            ? name + " is a timeseries. Read it at /v2/timeseries/{user_id}/" + name + "/grouped."
            : unknown(name, SummaryRoutes.names()));
  }

  private static String unknown(String name, List<String> known) {
    if (!DISPLAYABLE.matcher(name).matches()) {
      return "Unknown resource.";
    }
    return "Unknown resource "
        + name
        + "."
        + SdkResource.find(name)
            .map(Resource::path)
            .filter(known::contains)
            .or(() -> Suggestions.closest(name, known))
            .map(similar -> " Did you mean " + similar + "?")
            .orElse("");
  }
}
