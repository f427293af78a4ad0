package io.tributary.simulators.kit;

/** Rejection that the vendor has yet to format. */
public final class SimRejection extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient SimError problem;

  public SimRejection(SimError problem) {
    super(problem.getClass().getSimpleName(), null, false, false);
    this.problem = problem;
  }

  public static SimRejection oauth(int status, String error, String description) {
    return new SimRejection(new SimError.OAuth(status, error, description));
  }

  public SimError problem() {
    return problem;
  }
}
