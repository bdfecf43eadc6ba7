-- For wrk: sends the requests of a file in turn, from anywhere in it, and says in one line how many were
-- answered well.

local raw = {}
local sent = 0

function init(arguments)
  local file = io.open(arguments[1], 'rb')
  local length = file:read('*n')
  while length do
    file:read(1)
    raw[#raw + 1] = file:read(length)
    length = file:read('*n')
  end
  file:close()
  math.randomseed(os.time())
  sent = math.random(#raw)
end

function request()
  sent = sent % #raw + 1
  return raw[sent]
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    '{"requests": %d, "microseconds": %d, "refused": %d, "lost": %d}',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
